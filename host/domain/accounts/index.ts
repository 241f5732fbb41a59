/** The parts of the accounts folder that other domain folders may import. */
export { createAccessKey, endAccessKey, listAccessKeys } from './access-keys.ts';
export type { Accounts } from './accounts.ts';
export { demoSystemId } from './demo.ts';
export { judged } from './login-limits.ts';
export { passwordProblem } from './passwords.ts';
export { provePassword } from './prove-password.ts';
export { randomSecret, secretHash } from './secrets.ts';
