"""The demo: three invented news sites with known templates, bodies, menus and queries, served on loopback."""
