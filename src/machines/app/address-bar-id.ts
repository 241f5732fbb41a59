/** The systemId of the address bar, to which other actors send an `AddressCommand`. */
export const addressBarId = 'addressBar';
