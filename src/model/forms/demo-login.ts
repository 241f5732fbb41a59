import type { LoginFields } from './login.ts';

/**
 * The name of the `Server-Timing` entry with which a demo host sends the public login to its pages (ACC-35),
 * such as `demo/demo-password`. A page can read no other header of its own document.
 */
const demoName = 'demo';

/** Returns the value of the `Server-Timing` header of a demo host. */
export function demoTiming({ username, password }: LoginFields): string {
  return `${demoName};desc="${username}/${password}"`;
}

/** Returns the demo login from the page's server timings; null if the host is no demo. */
export function demoLoginIn(timings: readonly { name: string; description: string }[] = []): LoginFields | null {
  const [username, password] = timings.find(({ name }) => name === demoName)?.description.split('/') ?? [];
  return username !== undefined && password !== undefined ? { username, password } : null;
}
