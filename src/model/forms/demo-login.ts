import type { LoginFields } from './login.ts';

/**
 * Under this name the `Server-Timing` of a demo host's pages says how anybody logs in there (ACC-35), such as
 * `demo/demo-password`: of all headers of its own document a page can read that one.
 */
const demoName = 'demo';

/** What a demo host says in the header. */
export function demoTiming({ username, password }: LoginFields): string {
  return `${demoName};desc="${username}/${password}"`;
}

/** What the page was told, from the metrics that its browser passes on; null where it is no demo's. */
export function demoLoginIn(timings: readonly { name: string; description: string }[] = []): LoginFields | null {
  const [username, password] = timings.find(({ name }) => name === demoName)?.description.split('/') ?? [];
  return username !== undefined && password !== undefined ? { username, password } : null;
}
