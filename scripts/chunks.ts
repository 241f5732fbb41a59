import path from 'node:path';

/** What the bundler knows of a module while it puts chunks together. */
type Modules = {
  getModuleInfo(
    id: string,
  ): { code: string | null; importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
};

/** One group of modules that make one chunk; an earlier group takes what both want. */
type Group = {
  debugName: string;
  name: (id: string, modules: Modules) => string | null;
  includeDependenciesRecursively?: false;
};

const source = path.join(import.meta.dirname, '../src');

/** Those whose entries belong to them, too. */
const whole = ['screens', 'forms'];

/** What Home alone is drawn with stays with Home: no other screen waits for it. */
const ofHome = /\/src\/views\/home\//;

/** The chunks that everybody needs, each from what its entries import statically, however far. */
const gathered = {
  /** What the first page needs in any case. */
  frame: [`${source}/main.tsx`],
  /**
   * What replaces a system that could not be loaded. It must load on its own: the system's chunk may be what
   * failed. Its entries belong to it, although the shell needs them too.
   */
  screens: ['screens', 'page-title', 'select-system-view'].map((name) => `${source}/views/shell/${name}.tsx`),
  /**
   * The login's other forms and what they are sent with: each is small, and its name would stand in the
   * login's list.
   */
  forms: [
    `${source}/composition/compose-forms.ts`,
    `${source}/views/login/sign-up-form.tsx`,
    `${source}/views/login/reset-form.tsx`,
  ],
  /** What everybody who has logged in needs: the session, and what is drawn around every screen. */
  session: [`${source}/composition/compose-session.ts`],
  shell: [`${source}/views/shell/dashboard-view.tsx`],
  /** What Home is drawn with, and most other screens too. */
  parts: [`${source}/views/home/home-view.tsx`],
  /**
   * How changes are worded. Each of its parts is small, and its name would otherwise be in the session's
   * list.
   */
  words: [`${source}/model/activity/activity-csv.ts`],
};

/** A page loads at most so many shared files beside those above, and the few of its screen (SPEED-3). */
export const mostShared = 23;
/** Where maps or charts are drawn a page may load some more. */
const withDrawings = ['tags', 'stats', 'live-stream', 'beacons'].map((name) => `screens/${name}`);
const mostWithDrawings = 27;

/** Parts that come with code of their own: large libraries, and what the frame and Home bring later. */
const heavy = ['views/map/webgl-map', 'views/charts/vega-chart'];
const home = 'views/home/home-view';
const ofFrame = /^(views\/shell|composition|screens\/(home|map))\//;
/**
 * What loads nothing that it does not need: Home, which a session opens with, the screens that are the
 * lightest, and what is the heaviest.
 */
const lean: readonly string[] = [home, 'screens/map', 'screens/changelog', 'screens/profile', ...heavy];

/**
 * How much a byte counts that `user` loads without needing it: the frame's parts come on every visit, and the
 * page of receivers is the one with most of its own.
 */
function weightOf(user: string): number {
  return ofFrame.test(user) ? 2 : user === 'screens/receivers' ? 30 : 1;
}

/** How the build divides the console's code (SPEED-3): a list for rolldown's code splitting. */
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
 * A group of modules that make one chunk: who needs one of them needs all, so several chunks would gain
 * nothing, and one compresses better and is one name in the list of chunks that the first page carries.
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

/** Modules that are loaded together: how much they are, and who loads them, screens by their units. */
type Share = { members: readonly string[]; bytes: number; users: ReadonlySet<string> };
type Pair = readonly [Share, Share];

/**
 * The chunks that the code of screens makes, by module. What the same screens need is one; then, until no
 * page loads more than `mostShared` files, the two become one that cost the least code for each file less.
 * Chunks never import each other: who needs a share needs what it imports, so that merging these two is
 * cheaper than merging with what lies behind.
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

/** The screens that load too many files. */
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

/** The shares that each share imports, however far, and itself. */
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
      // A set that is walked comes to what is added meanwhile.
      for (const next of found) for (const imported of importedOf.get(next) ?? []) found.add(imported);
      return [share, found] as const;
    }),
  );
}

/** What screens load without needing it where two shares are one: bytes, of all screens together. */
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

/** Two shares as one, and whoever loads it loads what it needs. */
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

/** How many files fewer the crowded screens load, all together, where two shares are one. */
function filesLess(one: Share, other: Share, crowded: ReadonlySet<string>): number {
  const both = one.users.intersection(other.users).intersection(crowded).size;
  return both * (hasStyles(one) && hasStyles(other) ? 2 : 1);
}

/** Each module that screens need, with those that the same screens and parts need. */
function sharesOf(modules: Modules): Share[] {
  const taken = importedBy(Object.values(gathered).flat(), modules);
  const importedFrom = (id: string) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const ofScreens = importedFrom(`${source}/screens/registry.ts`);
  const parts = [...taken].flatMap(importedFrom).filter((id) => ofFrame.test(nameOf(id)));
  const entries = [...ofScreens, ...parts, ...[home, ...heavy].map((name) => `${source}/${name}.tsx`)];
  const users = new Map<string, Set<string>>();
  let user = '';
  for (const entry of entries) {
    // The view of a screen stands behind its unit, and is loaded with it.
    const isView = nameOf(entry).startsWith('views/') && ofScreens.includes(entry);
    if (!isView) user = nameOf(entry);
    for (const id of importedBy([entry], modules)) users.set(id, (users.get(id) ?? new Set()).add(user));
  }
  const shared = [...users].filter(([id]) => !entries.includes(id) && !taken.has(id));
  // What no screen needs keeps the bundler's name, by which the service worker leaves out large ones.
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
