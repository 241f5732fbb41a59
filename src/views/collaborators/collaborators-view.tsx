import { TextField } from '@adobe/react-spectrum/TextField';
import { Tooltip, TooltipTrigger } from '@adobe/react-spectrum/Tooltip';
import { useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import { presentRole } from '../../machines/journal/journal-selectors.ts';
import { type RegistryRef, selectNewRow } from '../../machines/registry/registry-machine.ts';
import type { Collaborator } from '../../model/entities/collaborator.ts';
import { expiredText } from '../../model/entities/expiry.ts';
import { administrator, hasRole, roleName, type SystemRoleId, viewer } from '../../model/entities/role.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { areSameRows, listedRows } from '../../model/journal/rows-model.ts';
import { collaboratorsModel } from '../../model/journal/screen-models/collaborators.ts';
import {
  emailRestMs,
  invitedEmailProblem,
  collaboratorColumns,
  collaboratorName,
  type CollaboratorValues,
  whyNotUnlinked,
} from '../../model/people/collaborators.ts';
import { tableAddress } from '../../model/tables/table-address.ts';
import { dayText } from '../../model/time/day-text.ts';
import { Button } from '../controls/button.tsx';
import { type DataColumn, DataTable } from '../controls/data-table.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { ConfirmDialog, FormDialog } from '../controls/form-dialog.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { Notice } from '../controls/notice.tsx';
import { Page } from '../controls/page.tsx';
import { useTyping } from '../controls/use-typing.ts';
import { PersonIcon } from '../shell/shell-icons.tsx';
import { Listed } from '../registry/listed.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { useReadModel, useScreenModel, useSession } from '../session/session-actors.tsx';
import { useAddress } from '../session/use-address.ts';
import { useHasExpired, useHostHour, useTimes } from '../session/use-host-clock.ts';
import { useWhyReadOnly } from '../session/use-why-read-only.ts';
import { RolePicker } from './role-picker.tsx';
import styles from './collaborators.module.css';

const address = tableAddress(collaboratorColumns);

/** The id and the role of the logged-in person. */
type Own = { id: number; RoleId: number };

/** Shows the people of a system with their roles, and the pending invitations (REG-14). */
export default function CollaboratorsView({ actor }: ScreenProps<RegistryRef>) {
  const { journal } = useSession();
  const [state, changeAddress] = useAddress(address);
  const rows = useScreenModel(collaboratorsModel, listedRows, areSameRows);
  const own: Own = {
    id: useReadModel(({ account }) => account.account?.id ?? -1),
    RoleId: useSelector(journal, (snapshot) => presentRole(snapshot) ?? Infinity),
  };
  const isForm = useSelector(actor, (snapshot) => snapshot.hasTag('form'));
  const isRemoval = useSelector(actor, (snapshot) => snapshot.hasTag('removal'));
  const isSending = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const newId = useSelector(actor, selectNewRow);
  const busyId = useSelector(actor, (snapshot) => (snapshot.hasTag('busy') ? snapshot.context.row.id : null));
  const why = useHasExpired() ? expiredText : null;
  const mayWrite = hasRole(own.RoleId, administrator);
  const change = (id: number, values: CollaboratorValues): void => actor.send({ type: 'row.change', id, values });

  const cells: Readonly<Record<string, DataColumn<Collaborator>['cell']>> = {
    active: (row) => (row.active ? <Active /> : null),
    name: (row) => <Name row={row} isOwn={row.id === own.id} />,
    role: (row) =>
      mayWrite && row.RoleId > own.RoleId ? (
        <RolePicker
          isInTable
          label={`Role of ${collaboratorName(row)}`}
          own={own.RoleId}
          role={row.RoleId}
          isDisabled={isBusy || why !== null}
          onChoose={(newRoleId) => change(row.id, { newRoleId })}
        />
      ) : null,
  };
  const [first, ...others] = collaboratorColumns;
  const celled = (column: DataColumn<Collaborator>): DataColumn<Collaborator> => {
    const cell = cells[column.id];
    return cell === undefined ? column : { ...column, cell };
  };

  function rowActions(row: Collaborator): ReactNode {
    if (row.id === own.id)
      return (
        <Greyed why={why}>
          <Button rank="quiet" onPress={() => actor.send({ type: 'rows.remove', ids: [row.id] })}>
            Leave
          </Button>
        </Greyed>
      );
    if (!mayWrite || row.expiresAt === null) return null;
    return (
      <Greyed why={why} isBusy={isBusy}>
        <Button
          rank="quiet"
          aria-label={`Resend the invitation of ${collaboratorName(row)}`}
          onPress={() => change(row.id, { resend: true })}
        >
          Resend
        </Button>
      </Greyed>
    );
  }

  return (
    <Page title="Collaborators" about="The people who work in this system" actions={<LineNotice />}>
      <Listed title="Collaborators" words={['collaborator', 'collaborators']} rows={rows}>
        {(all) => (
          <DataTable
            label="Collaborators"
            columns={[celled(first), ...others.map(celled)]}
            rows={all}
            state={state}
            onChange={changeAddress}
            busyId={busyId}
            newId={newId}
            empty={
              <Notice level={3} title="No collaborators">
                Add a collaborator, and they will appear here.
              </Notice>
            }
            chosen={
              mayWrite
                ? {
                    actions: (ids) => (
                      <Greyed
                        why={
                          why ??
                          whyNotUnlinked(
                            own,
                            all.filter(({ id }) => ids.includes(id)),
                          )
                        }
                      >
                        <Button rank="destructive" onPress={() => actor.send({ type: 'rows.remove', ids })}>
                          Unlink
                        </Button>
                      </Greyed>
                    ),
                  }
                : null
            }
            rowActions={rowActions}
            toolbar={
              mayWrite ? (
                <Greyed why={why}>
                  <Button rank="primary" onPress={() => actor.send({ type: 'row.new' })}>
                    Add collaborator
                  </Button>
                </Greyed>
              ) : null
            }
          />
        )}
      </Listed>
      <DialogHolder isHeld={isSending} onDismiss={() => actor.send({ type: 'dialog.close' })}>
        {isForm ? (
          <Invite actor={actor} own={own} />
        ) : isRemoval ? (
          <Unlink actor={actor} own={own} rows={rows ?? []} why={why} />
        ) : null}
      </DialogHolder>
    </Page>
  );
}

function Active() {
  return (
    <TooltipTrigger delay={300}>
      <Button rank="quiet" aria-label="Active MITAS User">
        <PersonIcon />
      </Button>
      <Tooltip>Active MITAS User</Tooltip>
    </TooltipTrigger>
  );
}

function Name({ row, isOwn }: { row: Collaborator; isOwn: boolean }) {
  const times = useTimes();
  const now = useHostHour();
  const name = collaboratorName(row);
  if (row.active) return <>{isOwn ? `${name} (you)` : name}</>;
  const expiry = row.expiresAt;
  const until = expiry === null ? null : expiry <= now ? 'The invitation has expired' : `Invited until ${dayText(expiry, times)}`;
  return (
    <span title="Awaiting registration...">
      {name}
      <span className={styles.note}>Awaiting registration...</span>
      {until === null ? null : <span className={styles.note}>{until}</span>}
    </span>
  );
}

type DialogProps = { actor: RegistryRef; own: Own; why: string | null };

function Invite({ actor, own }: Omit<DialogProps, 'why'>) {
  const why = useWhyReadOnly(administrator);
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const failure = useSelector(actor, (snapshot) => snapshot.context.failure);
  const [email, setEmail] = useState<string | null>(null);
  const [roleId, setRole] = useState<SystemRoleId>(viewer);
  const values: CollaboratorValues = { email: (email ?? '').trim(), roleId };
  const problem = invitedEmailProblem(values.email);
  const [typed, type] = useTyping(emailRestMs);
  const isSaid = email !== null && typed === null && problem !== undefined;
  return (
    <FormDialog
      title="Add Collaborator"
      send="Invite"
      // The field shows its problem only after a pause in typing, so the button says what is needed.
      why={why ?? (problem === undefined ? null : 'Enter the email of a person')}
      isBusy={isBusy}
      failure={failure}
      isTyped={values.email !== '' || roleId !== viewer}
      onSend={() => actor.send({ type: 'form.submit', values })}
    >
      <TextField
        autoFocus
        label="Email"
        type="email"
        autoComplete="off"
        width="100%"
        isDisabled={isBusy}
        value={email ?? ''}
        onChange={(text) => {
          setEmail(text);
          type(text);
        }}
        {...(isSaid ? { validationState: 'invalid' as const, errorMessage: problem } : {})}
      />
      <RolePicker label="Role" own={own.RoleId} role={roleId} isDisabled={isBusy} onChoose={setRole} />
    </FormDialog>
  );
}

function Unlink({ actor, own, rows, why }: DialogProps & { rows: readonly Collaborator[] }) {
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const failure = useSelector(actor, (snapshot) => snapshot.context.failure);
  const ids = useSelector(actor, (snapshot) => snapshot.context.ids);
  const system = useReadModel(({ account }) => selectedSystem(account)?.commonName ?? '');
  const left = rows.filter(({ id }) => ids.includes(id));
  const isLeaving = ids.includes(own.id);
  return (
    <ConfirmDialog
      title="Unlink collaborator(s)?"
      confirm="Unlink"
      why={why ?? (left.length === 0 ? 'Already unlinked' : null)}
      isBusy={isBusy}
      failure={failure}
      onConfirm={() => actor.send({ type: 'remove.confirm' })}
      onClose={() => actor.send({ type: 'dialog.close' })}
    >
      <p>{`This will remove access to ${left.length} collaborator(s) to '${system}', continue?`}</p>
      {isLeaving ? <p>{`You will lose access yourself. Your role: ${roleName(own.RoleId)}.`}</p> : null}
    </ConfirmDialog>
  );
}
