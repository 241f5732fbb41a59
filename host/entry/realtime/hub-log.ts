/** The methods of a pino logger that the hub uses. No token is ever logged. */
export type HubLog = {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
};
