/** What of accounts the other parts of the domain may use. */
export { randomSecret, secretHash } from './secrets.ts';
