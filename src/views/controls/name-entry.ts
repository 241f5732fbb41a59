/** Keeps a phone's keyboard from correcting a username or an email in a field (LOOK-44). */
export const nameEntry = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: 'false' } as const;
