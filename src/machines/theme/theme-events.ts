export type ThemeEvent =
  /** The person flips the light/dark switch. */
  | { type: 'theme.choose'; darkMode: boolean }
  /** Somebody logged in, and their account says which scheme they have. */
  | { type: 'theme.accountLoaded'; darkMode: boolean }
  | { type: 'theme.signedOut' }
  /** Another tab changed the stored scheme. */
  | { type: 'theme.changedElsewhere'; darkMode: boolean };

/** What the theme sends to the actor that keeps the scheme in this browser. */
export type SchemeCommand = { type: 'scheme.keep'; darkMode: boolean };
