"""The drawn board and the entry pad: pictures as strings of SVG, and the component that takes a turn."""
