import type { FunctionComponent } from 'react';
import type { Services } from '../services/ports.ts';
import type { AppRef } from '../machines/app/app-machine.ts';
import { unreachableText } from '../machines/auth/auth-selectors.ts';
import { later } from '../views/controls/later.tsx';

/** How long the host may take to answer before it counts as away, in ms. */
const answerTimeoutMs = 10_000;

/** The public pages other than the login, fetched when one of them is opened. */
export function publicScreen(services: Services, app: AppRef): FunctionComponent<{ path: string }> {
  return later(async () => (await import('./compose-public.tsx')).composePublic(services, app));
}

/**
 * Loads the page again where the host answers, and says that it does not where it is away (ERR-16): the
 * browser's own error would stand in the page's place, and nothing leads back from it.
 */
export async function reloadPage(app: AppRef): Promise<void> {
  try {
    const { ok } = await fetch('/', { method: 'HEAD', signal: AbortSignal.timeout(answerTimeoutMs) });
    // A proxy answers for a host that is away.
    if (!ok) throw new Error();
    location.reload();
  } catch {
    app.getSnapshot().children.snackbar?.send({ type: 'snackbar.show', notice: { message: unreachableText, variant: 'error' } });
  }
}
