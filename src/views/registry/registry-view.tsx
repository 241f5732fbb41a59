import { Tooltip, TooltipTrigger } from '@adobe/react-spectrum/Tooltip';
import { useSelector } from '@xstate/react';
import { type ComponentType, type ReactNode, useState } from 'react';
import type * as v from 'valibot';
import type { FileExportRef } from '../../machines/file-export/file-export-machine.ts';
import { presentRole, selectModel } from '../../machines/journal/journal-selectors.ts';
import { type RegistryRef, type RowValues, selectNewRow } from '../../machines/registry/registry-machine.ts';
import type { AsOf } from '../../model/changes/change.ts';
import { hasRole } from '../../model/entities/role.ts';
import { problemsOf } from '../../model/forms/form-problems.ts';
import { hasTyped } from '../../model/forms/typed.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { areSameRows, listedRows, type RowsModel } from '../../model/journal/rows-model.ts';
import { registryModels } from '../../model/journal/screen-models/registries.ts';
import { registries, type RegistryEntity, type RegistryRow } from '../../model/registry/registries.ts';
import { capitalized } from '../../model/registry/field-text.ts';
import { namingColumn, tableAddress } from '../../model/tables/table-address.ts';
import { tableCsv, tableFileName } from '../../model/tables/table-file.ts';
import { Button } from '../controls/button.tsx';
import { type DataColumn, DataTable } from '../controls/data-table.tsx';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { ConfirmDialog, FormDialog } from '../controls/form-dialog.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { Notice } from '../controls/notice.tsx';
import { Page } from '../controls/page.tsx';
import { PencilIcon } from '../controls/tool-icons.tsx';
import { LineNotice } from '../session/line-notice.tsx';
import type { ScreenProps } from '../session/screen-props.ts';
import { SaveFile } from '../session/save-file.tsx';
import { useReadModel, useScreenModel, useSession } from '../session/session-actors.tsx';
import { useAddress } from '../session/use-address.ts';
import { useHostNow, useTimes } from '../session/use-host-clock.ts';
import { useWhyReadOnly } from '../session/use-why-read-only.ts';
import { Listed } from './listed.tsx';

/**
 * What the fields of a form receive. `id` is null for a new row, `change` stores what the person enters, and
 * `problemOf` returns what is wrong with a field.
 */
export type FieldsProps<Of, Values> = {
  id: number | null;
  values: Values;
  rows: readonly Of[];
  isDisabled: boolean;
  change: (part: Partial<Values>) => void;
  problemOf: (field: keyof Values) => string | undefined;
  /**
   * Gives a reason why the form cannot be sent, while a field shows something other than its value; null
   * removes the reason.
   */
  block: (field: string & keyof Values, why: string | null) => void;
};

/** The registry whose rows have this type. */
type EntityOf<Of> = { [Entity in RegistryEntity]: Of extends RegistryRow<Entity> ? Entity : never }[RegistryEntity];

type Parts<Of, Values> = {
  entity: EntityOf<Of>;
  title: string;
  about: string;
  /**
   * For rows that contain more than the registry's model: a hook that reads them, and the other resources
   * they need.
   */
  joined?: { useRows: () => Of[] | null; needs: readonly [first?: string, second?: string] };
  /** The columns, with cells that show more than text where needed. */
  columns: readonly [DataColumn<Of>, ...DataColumn<Of>[]];
  /** True for rows of 49 px instead of 40 px. */
  isTall?: boolean;
  /** The text of a table without rows. */
  empty: string;
  form: {
    /** Checks the values before they are sent, and contains the messages for invalid ones. */
    schema: v.GenericSchema<unknown, unknown>;
    /** Returns the values of a new row, given the host's time. */
    initial: (now: number) => Values;
    /** What the dialog's title calls a row, if not by the usual noun. */
    name?: string;
    valuesOf: (row: Of) => Values;
    Fields: ComponentType<FieldsProps<Of, Values>>;
  };
};

/** Returns the page of a registry (REG-16): its table, and dialogs to create, update and delete rows. */
export function registryView<Of extends { id: number }, Values extends RowValues>(parts: Parts<Of, Values>) {
  const { entity, title, about, columns, isTall = false, empty, form, joined } = parts;
  const { entity: one, many, rights } = registries[entity];
  const model = registryModels[entity] as unknown as RowsModel<Of>;
  const name = form.name ?? capitalized(one);
  const useRows = joined?.useRows ?? (() => useScreenModel(model, listedRows, areSameRows));
  const address = tableAddress(columns);

  /** `above` is shown above the table: notices about edits on this page. */
  function RegistryPage({ actor, above }: ScreenProps<RegistryRef> & { above?: ReactNode }) {
    const { journal } = useSession();
    const [state, changeAddress] = useAddress(address);
    const rows = useRows();
    const mayWrite = useSelector(journal, (snapshot) => hasRole(presentRole(snapshot) ?? Infinity, rights.write));
    const isForm = useSelector(actor, (snapshot) => snapshot.hasTag('form'));
    const isRemoval = useSelector(actor, (snapshot) => snapshot.hasTag('removal'));
    const isSending = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
    const busyId = useSelector(actor, (snapshot) => (snapshot.hasTag('busy') ? snapshot.context.row.id : null));
    const newId = useSelector(actor, selectNewRow);
    const seen = useSeen();
    const system = useReadModel(({ account }) => selectedSystem(account)?.commonName ?? '');
    const times = useTimes();
    const why = useWhyReadOnly(rights.write);
    return (
      <Page title={title} about={about} actions={<LineNotice />}>
        {above}
        <Listed title={title} words={[one, many]} needs={joined?.needs ?? []} isTall={isTall} rows={rows}>
          {content}
        </Listed>
        <DialogHolder isHeld={isSending} onDismiss={() => actor.send({ type: 'dialog.close' })}>
          {isForm ? (
            <RowForm actor={actor} rows={rows ?? []} why={why} />
          ) : isRemoval ? (
            <Removal actor={actor} why={why} />
          ) : null}
        </DialogHolder>
      </Page>
    );

    /** Exports all rows of the search, in the table's order. */
    function saveRows(all: readonly Of[]) {
      return (now: number, fileExport: FileExportRef): void => {
        const name = tableFileName(system, many, times.stamp(now));
        const file = { name, mimeType: 'text/csv;charset=utf-8', parts: [tableCsv(all, columns, state)] };
        fileExport.send({ type: 'file.save', file });
      };
    }

    function content(all: readonly Of[]): ReactNode {
      return (
        <DataTable
          label={title}
          columns={columns}
          rows={all}
          state={state}
          onChange={changeAddress}
          busyId={busyId}
          newId={newId}
          isTall={isTall}
          empty={
            <Notice level={3} title={`No ${many}`}>
              {empty}
            </Notice>
          }
          chosen={
            mayWrite
              ? {
                  actions: (ids) => (
                    <Greyed why={why}>
                      <Button rank="destructive" onPress={() => actor.send({ type: 'rows.remove', ids })}>
                        Delete
                      </Button>
                    </Greyed>
                  ),
                }
              : null
          }
          rowActions={
            mayWrite
              ? (row) => (
                  <Greyed why={why}>
                    <Button
                      rank="quiet"
                      aria-label={`Edit ${namingColumn(columns).text(row)}`}
                      onPress={() => actor.send({ type: 'row.edit', id: row.id, seen: seen() })}
                    >
                      <PencilIcon />
                    </Button>
                  </Greyed>
                )
              : null
          }
          toolbar={
            <>
              {all.length === 0 ? null : <SaveFile label="Export CSV" save={saveRows(all)} />}
              {mayWrite ? (
                <TooltipTrigger delay={300}>
                  <Greyed why={why}>
                    <Button rank="primary" onPress={() => actor.send({ type: 'row.new' })}>
                      {`Add ${one}`}
                    </Button>
                  </Greyed>
                  <Tooltip>{`Add ${one} to database`}</Tooltip>
                </TooltipTrigger>
              ) : null}
            </>
          }
        />
      );
    }
  }

  /** Returns a function that returns the revision of the rows that the person sees. */
  function useSeen(): () => AsOf {
    const { journal } = useSession();
    return () => {
      const order = selectModel(journal.getSnapshot(), model)?.order;
      return { epoch: order?.epoch ?? '', revision: order?.revision ?? 0 };
    };
  }

  /** `why` says why nothing can be changed; null if it can. */
  type DialogProps = { actor: RegistryRef; why: string | null };

  function RowForm({ actor, rows, why }: DialogProps & { rows: readonly Of[] }) {
    const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
    const failure = useSelector(actor, (snapshot) => snapshot.context.failure);
    const id = useSelector(actor, (snapshot) => snapshot.context.row.id);
    const row = rows.find((each) => each.id === id);
    const [typed, setTyped] = useState<Partial<Values>>({});
    const [first] = useState(row);
    // Fields that the person has not changed show the row's latest values, or its values when the form opened
    // if the row is gone.
    const known = row ?? first;
    const now = useHostNow();
    const [fresh] = useState(() => form.initial(now()));
    const [blocks, setBlocks] = useState<Readonly<Record<string, string | null>>>({});
    const blocked = Object.values(blocks).find((text) => text !== null) ?? null;
    const began = known === undefined ? fresh : form.valuesOf(known);
    const values = { ...began, ...typed };
    const problems = problemsOf(form.schema, values);
    const isGone = id !== null && row === undefined;
    return (
      <FormDialog
        title={`${id === null ? 'Create' : 'Update'} ${name}`}
        send={id === null ? 'Create' : 'Update'}
        why={why ?? (isGone ? `Somebody deleted this ${one}` : (blocked ?? Object.values(problems)[0] ?? null))}
        isBusy={isBusy}
        failure={failure}
        isTyped={hasTyped(began, typed) || blocked !== null}
        onSend={() => actor.send({ type: 'form.submit', values })}
      >
        <form.Fields
          id={id}
          values={values}
          rows={rows}
          isDisabled={isBusy}
          change={(part) => setTyped((before) => ({ ...before, ...part }))}
          block={(field, text) => setBlocks((before) => ({ ...before, [field]: text }))}
          problemOf={(field) => (Object.hasOwn(typed, field) ? problems[String(field)] : undefined)}
        />
      </FormDialog>
    );
  }

  function Removal({ actor, why }: DialogProps) {
    const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
    const failure = useSelector(actor, (snapshot) => snapshot.context.failure);
    return (
      <ConfirmDialog
        title={`Delete ${one}(s)?`}
        confirm="Delete"
        why={why}
        isBusy={isBusy}
        failure={failure}
        onConfirm={() => actor.send({ type: 'remove.confirm' })}
        onClose={() => actor.send({ type: 'dialog.close' })}
      >
        <p>{`This action will delete the selected ${many} permanently, continue?`}</p>
      </ConfirmDialog>
    );
  }

  return RegistryPage;
}
