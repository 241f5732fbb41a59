/** The systemId of the one operations actor of a host session. */
export const operationsId = 'operations';
