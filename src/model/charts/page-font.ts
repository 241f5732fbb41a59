/**
 * The page's font (LOOK-20) as theme.css names it, for what is drawn by script: with what stands in its place
 * while it is not there.
 */
export const pageFont = "'Source Sans 3 Variable', 'Console Roboto', 'Console Arial', 'Console DejaVu', system-ui, sans-serif";
