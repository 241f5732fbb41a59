export type ThemeEvent =
  /** The person flips the light/dark switch. */
  | { type: 'theme.choose'; darkMode: boolean }
  /** Somebody logged in, and their account says which scheme they have. */
  | { type: 'theme.accountLoaded'; darkMode: boolean }
  | { type: 'theme.signedOut' }
  /** Another tab changed the stored scheme. */
  | { type: 'theme.changedElsewhere'; darkMode: boolean };

/** What the theme tells the place where this browser keeps the scheme. */
export type SchemeCommand = { type: 'scheme.keep'; darkMode: boolean };
