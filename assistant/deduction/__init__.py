"""Who is who: clues, behaviour, worlds, dossier, reasons, exposure."""
