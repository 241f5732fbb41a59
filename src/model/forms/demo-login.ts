import type { LoginFields } from './login.ts';

/**
 * The `Server-Timing` entry in which a demo host's pages give the login for everybody (ACC-35), such as
 * `demo/demo-password`. It is the only header of its own document that a page can read.
 */
const demoName = 'demo';

/** Returns the header's value for a demo host. */
export function demoTiming({ username, password }: LoginFields): string {
  return `${demoName};desc="${username}/${password}"`;
}

/** Returns the demo login from the page's server timings; null if the host is no demo. */
export function demoLoginIn(timings: readonly { name: string; description: string }[] = []): LoginFields | null {
  const [username, password] = timings.find(({ name }) => name === demoName)?.description.split('/') ?? [];
  return username !== undefined && password !== undefined ? { username, password } : null;
}
