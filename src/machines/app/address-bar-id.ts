/** The systemId of the address bar, to which messages that lead somewhere speak (`AddressCommand`). */
export const addressBarId = 'addressBar';
