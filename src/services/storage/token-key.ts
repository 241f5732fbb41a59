/** Under which this tab's access token stands in session storage (ACC-6). */
export const tokenKey = 'session';
