import type { Db } from '../../platform/store/database.ts';
import { readyFiles } from '../../platform/store/files/data-files.ts';
import type { FileFolder } from './file-folder.ts';
import type { KnownAddresses } from './known-addresses.ts';
import type { Bus } from '../../platform/bus/bus.ts';

/** A data file as a client of FTPS sees it; its size in bytes. */
export type FtpsFile = { name: string; size: number; modifiedAt: Date };

/** Who has logged in: sees the files of one system in one flat folder, and may read them. */
export type FtpsVisitor = {
  /** The access key by which they came: when it is revoked, they are disconnected. */
  key: string;
  list(): Promise<readonly FtpsFile[]>;
  /** Where a file of the list lies on the disk, read from that byte on; null where there is none. */
  open(name: string, from: number): Promise<{ path: string } | null>;
};

/** What the FTPS server asks of the host. */
export type FtpsDoor = {
  /** Null for an unknown name and a wrong key alike. `user` is `{mitasId}.{username}`. */
  login(user: string, password: string, address: string): Promise<FtpsVisitor | null>;
  /** True for an address (addressKey) from which somebody logged in of late (FTPS-6). */
  isKnown(from: string): boolean;
  /** Remembers that somebody logged in from there. */
  remember(from: string): void;
  /** False for a key that ended or whose system is offline; asked now and then of who is logged in. */
  isLive(key: string): Promise<boolean>;
  /** Calls back with each key that ends, at once; the answer stops that. */
  onRevoked(listener: (key: string) => void): () => void;
  /** Calls back when the keys that are in use have to be looked at again, at once; the answer stops that. */
  onDoubt(listener: () => void): () => void;
};

/** An access key that a login proved. */
type ProvenKey = { keyId: number; userId: number; systemId: string };

export type FtpsDoorParts = {
  /** Null for an unknown name and a wrong key alike. */
  findKey: (user: string, password: string) => Promise<ProvenKey | null>;
  isLive: (keyId: number) => Promise<boolean>;
  known: Pick<KnownAddresses, 'has' | 'note'>;
  files: FilesOf;
  bus: Pick<Bus, 'subscribe'>;
};

/** Lets people in by their access keys, each to the files of the key's system (FTPS-1). */
export function openFtpsDoor({ findKey, isLive, known, files, bus }: FtpsDoorParts): FtpsDoor {
  return {
    async login(user, password) {
      const found = await findKey(user, password);
      return found === null ? null : { key: String(found.keyId), ...visible(files, found.systemId) };
    },
    isKnown: (from) => known.has(from),
    remember: (from) => known.note(from),
    isLive: (key) => isLive(Number(key)),
    onRevoked: (listener) => bus.subscribe((event) => event.kind === 'accessKeyRevoked' && listener(String(event.keyId))),
    // A system may be offline now.
    onDoubt: (listener) =>
      bus.subscribe((event) => (event.kind === 'systemChanged' || event.kind === 'systemsChanged') && listener()),
  };
}

/** A file that can be read here, with where it lies; its name has the ending of what it is. */
export type ServedFile = FtpsFile & { path: string };

/** The data files of a system that are ready and lie on this host (FILE-9), by name. */
export type FilesOf = (systemId: string) => Promise<ServedFile[]>;

/** Looks for them each time: what is deleted or ready by now is gone or there. */
export function filesOf(database: Db, folder: Pick<FileFolder, 'has' | 'pathOf'>): FilesOf {
  return async (systemId) => {
    const served: ServedFile[] = [];
    for (const { name, place, bytes, created_at: modifiedAt } of await readyFiles(database, systemId))
      if (bytes !== null && (await folder.has(place, bytes)))
        served.push({ name: `${name}.gz`, size: bytes, modifiedAt, path: folder.pathOf(place) });
    return served;
  };
}

function visible(files: FilesOf, systemId: string): Pick<FtpsVisitor, 'list' | 'open'> {
  return {
    list: () => files(systemId),
    open: async (name) => (await files(systemId)).find((file) => file.name === name) ?? null,
  };
}
