"""The Streamlit app: pages, board, entry, session; the only room that imports streamlit."""
