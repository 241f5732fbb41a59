/** What the hub needs of a logger (pino's shape). It is never given a token. */
export type HubLog = {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
};
