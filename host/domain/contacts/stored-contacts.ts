import type { Contact } from '#model/entities/contact.ts';

/**
 * The port to what is stored: the newest `limit` contacts of a system heard at or after `sinceMs` (ms since
 * the epoch), oldest first. It must see every contact that was published on the bus before the call. Rejects
 * once `gone` is aborted.
 */
export type StoredContacts = (mitasId: string, sinceMs: number, limit: number, gone: AbortSignal) => Promise<Contact[]>;
