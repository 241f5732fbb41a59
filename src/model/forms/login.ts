/** FORM-5: the reset button is enabled only when the username or email is longer than 3 characters. */
export function canResetPassword(user: string): boolean {
  return user.trim().length > 3;
}

/** ERR-6: what a person sees when the host refuses a login, whatever the reason. */
export const loginRefusedText = 'A server error occurred';
