import type { FunctionComponent } from 'react';
import { createActor, fromPromise } from 'xstate';
import type { Services } from './browser-services.ts';
import { unsubscribeMachine, type UnsubscribeRef } from '../machines/unsubscribe/unsubscribe-machine.ts';
import { accountCalls } from '../model/contract/account-calls.ts';
import { PublicScreen } from '../views/shell/public-screen.tsx';
import { ConnectingScreen } from '../views/shell/screen.tsx';
import { UnsubscribeView } from '../views/unsubscribe/unsubscribe-view.tsx';
import { later, Waiting } from '../views/controls/later.tsx';

/** The public pages other than the login, with their services in place; as a module, as React loads one. */
export function composePublic(services: Services): { default: FunctionComponent<{ path: string }> } {
  // Begun when its page is first shown, outside of React, and once: the link is followed by being opened.
  const Unsubscribe = later(async () => {
    const actor = await Promise.resolve(startUnsubscribe(services));
    return { default: () => <UnsubscribeView actor={actor} /> };
  });
  return {
    default: ({ path }) => (
      <Waiting value={<ConnectingScreen />}>{path === '/unsubscribe' ? <Unsubscribe /> : <PublicScreen path={path} />}</Waiting>
    ),
  };
}

/** The token is read once and leaves the address bar, and with it history and whoever looks on. */
function startUnsubscribe({ addressBar, http }: Services): UnsubscribeRef {
  const { pathname, search } = addressBar.current();
  const token = new URLSearchParams(search).get('token') ?? '';
  if (search !== '') addressBar.go(pathname, 'replace');
  const machine = unsubscribeMachine.provide({
    actors: { unsubscribe: fromPromise(({ signal }) => http.call(accountCalls.unsubscribe, { body: { token } }, { signal })) },
  });
  return createActor(machine, { input: { hasToken: token !== '' } }).start();
}
