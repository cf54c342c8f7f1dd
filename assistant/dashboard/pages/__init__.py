"""The pages, one file each with a function `show()`."""
