import type { FunctionComponent } from 'react';
import type { Services } from '../services/ports.ts';
import type { AppRef } from '../machines/app/app-machine.ts';
import { unreachableText } from '../machines/auth/auth-selectors.ts';
import { later } from '../views/controls/later.tsx';

/** How long the host may take to answer before it counts as away, in ms. */
const answerTimeoutMs = 10_000;

/** Returns the public pages other than the login; they load when one is opened. */
export function publicScreen(services: Services, app: AppRef): FunctionComponent<{ path: string }> {
  return later(async () => (await import('./compose-public.tsx')).composePublic(services, app));
}

/**
 * Reloads the page if the host answers, and otherwise says that it is away (ERR-16): the browser's own error
 * page would replace the console, without a way back.
 */
export async function reloadPage(app: AppRef): Promise<void> {
  try {
    const { ok } = await fetch('/', { method: 'HEAD', signal: AbortSignal.timeout(answerTimeoutMs) });
    // A proxy may answer while the host is away.
    if (!ok) throw new Error();
    location.reload();
  } catch {
    app.getSnapshot().children.snackbar?.send({ type: 'snackbar.show', notice: { message: unreachableText, variant: 'error' } });
  }
}
