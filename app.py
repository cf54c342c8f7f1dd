"""`streamlit run app.py`: navigation, nothing else."""

from assistant.dashboard.navigation import run

run()
