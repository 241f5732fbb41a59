import type { Db } from '../../platform/store/database.ts';
import { readyFiles } from '../../platform/store/files/data-files.ts';
import type { FileFolder } from './file-folder.ts';
import type { KnownAddresses } from './known-addresses.ts';
import type { Bus } from '../../platform/bus/bus.ts';

/** A data file as a client of FTPS sees it; its size in bytes. */
export type FtpsFile = { name: string; size: number; modifiedAt: Date };

/** A user who has logged in and may read the files of one system, in one flat folder. */
export type FtpsUser = {
  /** The access key of the login. When it is revoked, the user is disconnected. */
  key: string;
  list(): Promise<readonly FtpsFile[]>;
  /** Returns the path of a listed file on disk, or null if there is none. */
  open(name: string, from: number): Promise<{ path: string } | null>;
};

/** What the FTPS server needs of the host. */
export type FtpsAccess = {
  /** Returns the user, or null for an unknown name or a wrong key. `user` is `{mitasId}.{username}`. */
  login(user: string, password: string, address: string): Promise<FtpsUser | null>;
  /** True for an address (`addressKey`) with a recent login (FTPS-6). */
  isKnown(from: string): boolean;
  /** Records a login from an address. */
  remember(from: string): void;
  /** False for a key that expired or whose system is offline. Called regularly for open sessions. */
  isLive(key: string): Promise<boolean>;
  /** Calls back with each revoked key. Returns a function that unsubscribes. */
  onRevoked(listener: (key: string) => void): () => void;
  /** Calls back when the keys in use must be checked again. Returns a function that unsubscribes. */
  onRecheckNeeded(listener: () => void): () => void;
};

/** An access key that was proved by a login. */
type ProvenKey = { keyId: number; userId: number; systemId: string };

export type FtpsAccessParts = {
  /** Returns the access key of a login, or null for an unknown name or a wrong key. */
  findKey: (user: string, password: string) => Promise<ProvenKey | null>;
  isLive: (keyId: number) => Promise<boolean>;
  known: Pick<KnownAddresses, 'has' | 'note'>;
  files: FilesOf;
  bus: Pick<Bus, 'subscribe'>;
};

/** Gives each user access to the files of the system of their access key (FTPS-1). */
export function openFtpsAccess({ findKey, isLive, known, files, bus }: FtpsAccessParts): FtpsAccess {
  return {
    async login(user, password) {
      const found = await findKey(user, password);
      if (found === null) return null;
      const { keyId, systemId } = found;
      return {
        key: String(keyId),
        list: () => files(systemId),
        open: async (name) => (await files(systemId)).find((file) => file.name === name) ?? null,
      };
    },
    isKnown: (from) => known.has(from),
    remember: (from) => known.note(from),
    isLive: (key) => isLive(Number(key)),
    onRevoked: (listener) => bus.subscribe((event) => event.kind === 'accessKeyRevoked' && listener(String(event.keyId))),
    // The change may have switched a system off.
    onRecheckNeeded: (listener) =>
      bus.subscribe((event) => (event.kind === 'systemChanged' || event.kind === 'systemsChanged') && listener()),
  };
}

/** A file that this host serves, with its path and its name with the extension. */
export type ServedFile = FtpsFile & { path: string };

/** Returns the data files of a system that are ready and on this host (FILE-9), in order of their ids. */
export type FilesOf = (systemId: string) => Promise<ServedFile[]>;

/**
 * Returns a function that queries the files on each call, so that it knows of new and deleted files at once.
 */
export function filesOf(database: Db, folder: Pick<FileFolder, 'has' | 'pathOf'>): FilesOf {
  return async (systemId) => {
    const served: ServedFile[] = [];
    for (const { name, place, bytes, created_at: modifiedAt } of await readyFiles(database, systemId))
      if (bytes !== null && (await folder.has(place, bytes)))
        served.push({ name: `${name}.gz`, size: bytes, modifiedAt, path: folder.pathOf(place) });
    return served;
  };
}
