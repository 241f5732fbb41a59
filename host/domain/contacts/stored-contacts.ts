import type { Contact } from '#model/entities/contact.ts';

/**
 * A port to stored contacts. Returns the newest `limit` contacts of a system at or after `sinceMs` (ms since
 * the epoch), oldest first, including every contact published on the bus before the call. Rejects once `gone`
 * is aborted.
 */
export type StoredContacts = (mitasId: string, sinceMs: number, limit: number, gone: AbortSignal) => Promise<Contact[]>;
