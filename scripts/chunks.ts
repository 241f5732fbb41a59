import path from 'node:path';

/** What the bundler knows of a module while it makes chunks. */
type Modules = {
  getModuleInfo(
    id: string,
  ): { code: string | null; importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
};

/** A group of modules that make one chunk. An earlier group takes a module that two groups name. */
type Group = {
  debugName: string;
  name: (id: string, modules: Modules) => string | null;
  includeDependenciesRecursively?: false;
};

const source = path.join(import.meta.dirname, '../src');

/** The groups that contain their entries too. */
const whole = ['screens', 'forms'];

/** What only Home draws stays with Home, so that no other screen loads it. */
const ofHome = /\/src\/views\/home\//;

/** The chunks that every page needs. Each holds all that its entries import statically, directly or not. */
const gathered = {
  /** What the first page always needs. */
  frame: [`${source}/main.tsx`],
  /**
   * Replaces a system that could not be loaded. It must load on its own, because the system's chunk may be
   * what failed. It contains its entries, although the shell needs them too.
   */
  screens: ['screens', 'page-title', 'select-system-view'].map((name) => `${source}/views/shell/${name}.tsx`),
  /**
   * The login's other forms and how they are sent. Each is small, and as a chunk would add its name to the
   * login's list.
   */
  forms: [
    `${source}/composition/compose-forms.ts`,
    `${source}/views/login/sign-up-form.tsx`,
    `${source}/views/login/reset-form.tsx`,
  ],
  /** What everyone who has logged in needs: the session, and the frame of every screen. */
  session: [`${source}/composition/compose-session.ts`],
  shell: [`${source}/views/shell/dashboard-view.tsx`],
  /** What draws Home and most other screens. */
  parts: [`${source}/views/home/home-view.tsx`],
  /** The words for changes. Each part is small, and as a chunk would add its name to the session's list. */
  words: [`${source}/model/activity/activity-csv.ts`],
};

/** The most shared files that a page loads, beside those above and the few of its screen (SPEED-3). */
export const mostShared = 23;
/** Pages with maps or charts may load some more. */
const withDrawings = ['tags', 'stats', 'live-stream', 'beacons'].map((name) => `screens/${name}`);
const mostWithDrawings = 27;

/** Parts with code of their own: large libraries, and what the frame and Home load later. */
const heavy = ['views/map/webgl-map', 'views/charts/vega-chart'];
const home = 'views/home/home-view';
const ofFrame = /^(views\/shell|composition|screens\/(home|map))\//;
/**
 * What loads nothing unneeded: Home, which a session opens with, the lightest screens, and the heaviest
 * parts.
 */
const lean: readonly string[] = [home, 'screens/map', 'screens/changelog', 'screens/profile', ...heavy];

/**
 * Returns the weight of a byte that `user` loads without need. The frame's parts load on every visit, and the
 * receivers page has the most code of its own.
 */
function weightOf(user: string): number {
  return ofFrame.test(user) ? 2 : user === 'screens/receivers' ? 30 : 1;
}

/** Returns how the build divides the console's code (SPEED-3), as groups for rolldown's code splitting. */
export function chunkGroups(): Group[] {
  const byEntries = Object.entries(gathered).map(([name, entries]) => gather(name, entries));
  let shared: Map<string, string> | undefined;
  const byScreens: Group = {
    debugName: 'shared',
    name: (id, modules) => (shared ??= shareOut(modules)).get(id) ?? null,
    includeDependenciesRecursively: false,
  };
  return [...byEntries, byScreens];
}

/**
 * Returns a group of modules that make one chunk. They are always needed together, so several chunks would
 * gain nothing. One compresses better, and is one name in the list of chunks that the first page carries.
 */
function gather(name: string, entries: readonly string[]): Group {
  let members: Set<string> | undefined;
  return {
    debugName: name,
    name: (id, modules) => {
      members ??= importedBy(entries, modules);
      return members.has(id) && (whole.includes(name) || !entries.includes(id)) && !ofHome.test(id) ? name : null;
    },
  };
}

/** Modules that are loaded together, their size, and who loads them. A screen is named by its unit. */
type Share = { members: readonly string[]; bytes: number; users: ReadonlySet<string> };
type Pair = readonly [Share, Share];

/**
 * Returns the chunk of each module that screens need. Modules needed by the same screens form one share. Then
 * shares are merged, those first that add the least code for each file saved, until no page loads more than
 * `mostShared` files. Chunks never import each other: a page that needs a share also needs what that share
 * imports, so merging the two is cheaper than merging others.
 */
function shareOut(modules: Modules): Map<string, string> {
  let shares = sharesOf(modules);
  for (let crowded = crowdedIn(shares); crowded.size > 0; crowded = crowdedIn(shares)) {
    const needs = needsOf(shares, modules);
    const pairs = shares.flatMap((one, at) => shares.slice(at + 1).map((other): Pair => [one, other]));
    const best = pairs
      .map((pair) => ({ pair, price: codeBesides(...pair, needs) / filesLess(...pair, crowded) }))
      .reduce((cheapest, each) => (each.price < cheapest.price ? each : cheapest), { pair: pairs[0], price: Infinity });
    if (best.pair === undefined || best.price === Infinity)
      throw new Error(`scripts/chunks.ts: ${[...crowded].join()} load more than ${mostShared} shared files`);
    shares = merged(best.pair, shares, needs);
  }
  const named = shares.toSorted((one, other) => other.users.size - one.users.size);
  return new Map(named.flatMap(({ members }, at) => members.map((id) => [id, `shared-${at}`])));
}

/** Returns the screens that load too many files. */
function crowdedIn(shares: readonly Share[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const share of shares)
    for (const user of share.users) counts.set(user, (counts.get(user) ?? 0) + 1 + Number(hasStyles(share)));
  const isCrowded = ([user, count]: [string, number]) =>
    count > (withDrawings.includes(user) ? mostWithDrawings : mostShared) && user.startsWith('screens/') && !lean.includes(user);
  return new Set([...counts].filter(isCrowded).map(([user]) => user));
}

function hasStyles({ members }: Share): boolean {
  return members.some((id) => id.endsWith('.css'));
}

/** Each share, with itself and all shares that it imports, directly or not. */
type Needs = ReadonlyMap<Share, ReadonlySet<Share>>;

function needsOf(shares: readonly Share[], modules: Modules): Needs {
  const shareOf = new Map(shares.flatMap((share) => share.members.map((id) => [id, share] as const)));
  const importedOf = new Map(
    shares.map((share) => {
      const ids = share.members.flatMap((id) => modules.getModuleInfo(id)?.importedIds ?? []);
      return [share, new Set(ids.map((id) => shareOf.get(id)).filter((found) => found !== undefined))] as const;
    }),
  );
  return new Map(
    shares.map((share) => {
      const found = new Set([share]);
      // The loop also reaches what is added during it.
      for (const next of found) for (const imported of importedOf.get(next) ?? []) found.add(imported);
      return [share, found] as const;
    }),
  );
}

/** Returns the weighted bytes that screens would load without need if two shares were one. */
function codeBesides(one: Share, other: Share, needs: Needs): number {
  const users = one.users.union(other.users);
  const isLean = lean.some((user) => one.users.has(user) !== other.users.has(user));
  if (isLean) return Infinity;
  const loaded = [...allNeededBy([one, other], needs)];
  return loaded.reduce((sum, share) => sum + share.bytes * weightOfAll(users.difference(share.users)), 0);
}

function weightOfAll(users: ReadonlySet<string>): number {
  return [...users].reduce((sum, user) => sum + weightOf(user), 0);
}

function allNeededBy(pair: Pair, needs: Needs): ReadonlySet<Share> {
  return new Set(pair.flatMap((share) => [...(needs.get(share) ?? [])]));
}

/** Merges two shares. Whoever loads the result also loads what it needs. */
function merged(pair: Pair, shares: readonly Share[], needs: Needs): Share[] {
  const [one, other] = pair;
  const users = one.users.union(other.users);
  const needed = allNeededBy(pair, needs);
  const rest = shares.filter((share) => !pair.includes(share));
  return [
    ...rest.map((share): Share => (needed.has(share) ? { ...share, users: share.users.union(users) } : share)),
    { members: [...one.members, ...other.members], bytes: one.bytes + other.bytes, users },
  ];
}

/** Returns how many files the crowded screens would save in total if two shares were one. */
function filesLess(one: Share, other: Share, crowded: ReadonlySet<string>): number {
  const both = one.users.intersection(other.users).intersection(crowded).size;
  return both * (hasStyles(one) && hasStyles(other) ? 2 : 1);
}

/** Groups the modules that screens need by the screens and parts that need them. */
function sharesOf(modules: Modules): Share[] {
  const taken = importedBy(Object.values(gathered).flat(), modules);
  const importedFrom = (id: string) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const ofScreens = importedFrom(`${source}/screens/registry.ts`);
  const parts = [...taken].flatMap(importedFrom).filter((id) => ofFrame.test(nameOf(id)));
  const entries = [...ofScreens, ...parts, ...[home, ...heavy].map((name) => `${source}/${name}.tsx`)];
  const users = new Map<string, Set<string>>();
  let user = '';
  for (const entry of entries) {
    // A screen's view follows its unit, and is loaded with it.
    const isView = nameOf(entry).startsWith('views/') && ofScreens.includes(entry);
    if (!isView) user = nameOf(entry);
    for (const id of importedBy([entry], modules)) users.set(id, (users.get(id) ?? new Set()).add(user));
  }
  const shared = [...users].filter(([id]) => !entries.includes(id) && !taken.has(id));
  // What no screen needs keeps the bundler's name, by which the service worker leaves out large files.
  const ofAScreen = shared.filter(([, by]) => [...by].some((name) => name.startsWith('screens/')));
  return [...Map.groupBy(ofAScreen, ([, by]) => [...by].sort().join()).values()].map((each) => ({
    members: each.map(([id]) => id),
    bytes: each.reduce((sum, [id]) => sum + (modules.getModuleInfo(id)?.code?.length ?? 0), 0),
    users: each[0]?.[1] ?? new Set(),
  }));
}

function nameOf(id: string): string {
  return path.relative(source, id).replace(/\.tsx?$/, '');
}

function importedBy(entries: readonly string[], modules: Modules): Set<string> {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    const known = modules.getModuleInfo(next);
    if (known === null && entries.includes(next))
      throw new Error(`scripts/chunks.ts gathers ${next}, which is no module of the build`);
    waiting.push(...(known?.importedIds ?? []));
  }
  return found;
}
