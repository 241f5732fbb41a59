import { collaboratorCalls } from '../../model/contract/collaborator-calls.ts';
import type { ScreenResource } from '../built-screen.ts';

/** The people of a system, under the name that the host uses to declare them outdated. */
export const collaboratorsList = {
  name: 'collaborators',
  begins: 'now',
  afterLine: true,
  async load({ http }, mitasId, signal) {
    const reply = await http.call(collaboratorCalls.listCollaborators, { params: { mitasId } }, { signal });
    const { asOf, collaborators: rows } = reply;
    return { asOf, facts: [{ type: 'collaborators.loaded', asOf, rows }] };
  },
} as const satisfies ScreenResource;
