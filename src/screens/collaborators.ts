import { fromPromise } from 'xstate';
import type { Services } from '../services/ports.ts';
import { journalIn } from '../machines/journal/journal-actor.ts';
import { selectModel, shown } from '../machines/journal/journal-selectors.ts';
import { doneOnce } from '../machines/operations/own-change.ts';
import { type RegistryDone, type RemovalOrder, registryMachine, type RowOrder } from '../machines/registry/registry-machine.ts';
import type { AsOf } from '../model/changes/change.ts';
import type { ChangeReply } from '../model/journal/sequence.ts';
import { collaboratorCalls } from '../model/contract/collaborator-calls.ts';
import { FailureError, failureText, toFailure } from '../model/contract/failure.ts';
import type { Collaborator } from '../model/entities/collaborator.ts';
import { roleName } from '../model/entities/role.ts';
import { listedRows } from '../model/journal/rows-model.ts';
import { collaboratorsModel } from '../model/journal/screen-models/collaborators.ts';
import { collaboratorColumns, collaboratorName, type CollaboratorValues, unlinkingText } from '../model/people/collaborators.ts';
import { madeBy } from '../model/receivers/tasks.ts';
import { tableAddress } from '../model/tables/table-address.ts';
import { later } from '../views/controls/later.tsx';
import { builtScreen } from './built-screen.ts';
import { collaboratorsList } from './registries/collaborators-list.ts';

/** The collaborators screen (REG-14, ROLE-11, ACC-31). */
export default builtScreen({
  address: tableAddress(collaboratorColumns),
  models: [collaboratorsModel],
  resources: [collaboratorsList],
  actor: collaborators,
  view: later(() => import('../views/collaborators/collaborators-view.tsx')),
});

type System = Parameters<typeof journalIn>[0];

function collaborators({ http }: Services): typeof registryMachine {
  const change = doneOnce(({ mitasId, id, values }: RowOrder, operation) => {
    const wish = values as CollaboratorValues;
    const params = { mitasId };
    if (id === null && 'email' in wish)
      return http.call(collaboratorCalls.inviteCollaborator, { params, body: wish }, { operation });
    const collaboratorId = id ?? 0;
    if (!('newRoleId' in wish))
      return http.call(collaboratorCalls.resendInvitation, { params: { ...params, collaboratorId } }, { operation });
    const body = { collaboratorId, newRoleId: wish.newRoleId };
    return http.call(collaboratorCalls.setCollaboratorRole, { params: { ...params, collaboratorId }, body }, { operation });
  });
  const unlink = doneOnce(({ mitasId, id }: { mitasId: string; id: number }, operation) =>
    http.call(collaboratorCalls.unlinkCollaborator, { params: { mitasId }, query: { collaboratorId: id } }, { operation }),
  );

  /**
   * Unlinks people one after another, the person themselves last, and skips those already gone. Rejects with
   * the names of those who were not unlinked.
   */
  async function unlinkAll(system: System, { mitasId, ids }: RemovalOrder): Promise<RegistryDone> {
    const { account, systems } = shown(journalIn(system).getSnapshot()).account;
    const isOwn = ({ id }: Collaborator): boolean => id === account?.id;
    const chosen = rowsIn(system).filter(({ id }) => ids.includes(id));
    const refused: { name: string; reason: string }[] = [];
    let made: AsOf | null = null;
    for (const row of chosen.toSorted((one, other) => Number(isOwn(one)) - Number(isOwn(other)))) {
      try {
        made = takenBack(await unlink(system, { mitasId, id: row.id }));
      } catch (error) {
        refused.push({ name: collaboratorName(row), reason: failureText(toFailure(error)) });
      }
    }
    if (refused.length > 0) {
      const message = unlinkingText(chosen.length, refused);
      throw new FailureError({ kind: 'server', code: 409, type: 'Conflict', message });
    }
    if (chosen.some(isOwn))
      return { message: `You left ${systems.find((one) => one.mitasId === mitasId)?.commonName ?? mitasId}`, made: null };
    const words = chosen.length === 1 ? 'collaborator' : 'collaborators';
    return { message: `${chosen.length} ${words} unlinked`, made: chosen.length === 1 ? made : null };
  }

  return registryMachine.provide({
    actors: {
      saveRow: fromPromise(async ({ input, system }) => {
        const { values, id } = input;
        const reply = await change(system, input);
        const name = collaboratorName(rowsIn(system).find((row) => row.id === id) ?? reply);
        const wish = values as CollaboratorValues;
        const message = 'newRoleId' in wish ? `${name} is now ${roleName(wish.newRoleId)}` : 'Sent an invitation to their email';
        return { message, made: takenBack(reply), created: id === null && 'email' in reply ? reply.id : null };
      }),
      removeRows: fromPromise(({ input, system }) => unlinkAll(system, input)),
    },
  });
}

/** Returns the change that Undo reverts; changes of invitations cannot be undone (ACC-31). */
function takenBack(reply: ChangeReply): AsOf | null {
  return reply.items.some(({ kind }) => kind.startsWith('member.')) ? madeBy(reply) : null;
}

function rowsIn(system: System): readonly Collaborator[] {
  const state = selectModel(journalIn(system).getSnapshot(), collaboratorsModel);
  return (state && listedRows(state)) ?? [];
}
