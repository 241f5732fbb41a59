/** The key of this tab's access token in session storage (ACC-6). */
export const tokenKey = 'session';
