/** Attributes that keep a phone's keyboard from correcting a username or an email (LOOK-44). */
export const nameEntry = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: 'false' } as const;
