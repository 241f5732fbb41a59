/** The page's font (LOOK-20) for text drawn by script, the same list as in theme.css, with fallbacks. */
export const pageFont = "'Source Sans 3 Variable', 'Console Roboto', 'Console Arial', 'Console DejaVu', system-ui, sans-serif";
