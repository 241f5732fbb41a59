/** How a field takes a username or an email: no keyboard of a phone makes another word of it (LOOK-44). */
export const nameEntry = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: 'false' } as const;
