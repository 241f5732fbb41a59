import { lazy } from 'react';
import { fromPromise } from 'xstate';
import { transmittersMachine } from '../machines/transmitters/transmitters-machine.ts';
import { registryCalls } from '../model/contract/registry-calls.ts';
import { viewer } from '../model/entities/role.ts';
import { builtScreen } from './built-screen.ts';

/** REG-1. */
export default builtScreen({
  path: 'transmitters/database',
  role: viewer,
  actor: ({ http }) =>
    transmittersMachine.provide({
      actors: {
        loadTransmitters: fromPromise(({ input: { mitasId }, signal }) =>
          http.call(registryCalls.listTransmitters, { params: { mitasId } }, { signal }),
        ),
      },
    }),
  view: lazy(() => import('../views/transmitters/transmitters-view.tsx')),
});
