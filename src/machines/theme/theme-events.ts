export type ThemeEvent =
  /** The person flips the light/dark switch. */
  | { type: 'theme.choose'; darkMode: boolean }
  /** A person logged in, with the scheme of their account. */
  | { type: 'theme.accountLoaded'; darkMode: boolean }
  | { type: 'theme.signedOut' }
  /** Another tab changed the stored scheme. */
  | { type: 'theme.changedElsewhere'; darkMode: boolean };

/** The command to the actor that stores the scheme in this browser. */
export type SchemeCommand = { type: 'scheme.keep'; darkMode: boolean };
