import { Checkbox } from '@adobe/react-spectrum/Checkbox';
import { CheckboxGroup } from '@adobe/react-spectrum/CheckboxGroup';
import { Radio, RadioGroup } from '@adobe/react-spectrum/RadioGroup';
import { TextField } from '@adobe/react-spectrum/TextField';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { DownloadPageRef } from '../../machines/download-page/download-page-machine.ts';
import { failureText } from '../../model/contract/failure.ts';
import type { EstimateWish } from '../../machines/download-page/download-page-events.ts';
import { dumpExtras, type DumpFileType, type DumpQuota } from '../../model/entities/dump-file.ts';
import {
  dumpExtraNames,
  dumpExtrasOf,
  dumpFileName,
  dumpFilters,
  type DumpForm,
  dumpNameRule,
  dumpOrder,
  dumpProblems,
  estimateText,
  newDumpForm,
  newDumpName,
  whyNoRoom,
} from '../../model/files/dump-files.ts';
import { hasTyped } from '../../model/forms/typed.ts';
import { selectedSystem } from '../../model/journal/read-models/account.ts';
import { receiverCount } from '../../model/journal/read-models/fleet-selectors.ts';
import { dumpFilesIn, dumpFilesModel } from '../../model/journal/screen-models/dump-files.ts';
import { beyondTimes, TimeFields } from '../activity/time-field.tsx';
import { invalid } from '../controls/invalid.ts';
import { Button } from '../controls/button.tsx';
import { useBeyond } from '../controls/date-field.tsx';
import { FormDialog } from '../controls/form-dialog.tsx';
import { Labelled } from '../controls/labelled.tsx';
import { SmallRetry } from '../controls/one-retry.tsx';
import { useReadModel, useScreenModel } from '../session/session-actors.tsx';
import { useHostNow, useTimes } from '../session/use-host-clock.ts';
import { ReceiverChoice } from '../statistics/receiver-choice.tsx';
import styles from './download.module.css';

type Props = { actor: DownloadPageRef; quota: DumpQuota | null; why: string | null };

/** Chooses which contacts become a file, and shows how large it will be (FILE-11, FILE-14, FILE-15). */
export function CreateDialog({ actor, quota, why }: Props) {
  const now = useHostNow();
  const times = useTimes();
  const [began] = useState(() => newDumpForm(now()));
  const [draft, setDraft] = useState(began);
  // The typed name. Null until one is typed: until then, the suggested name follows the chosen days.
  const [typed, setTyped] = useState<string | null>(null);
  const suggestion = useSuggestedName(draft);
  const form: DumpForm = { ...draft, name: typed ?? suggestion };
  const [isChoosing, setChoosing] = useState(false);
  const count = useReadModel(({ fleet }) => receiverCount(fleet));
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  const estimate = useSelector(actor, ({ context }) => context.estimate);
  const [isBeyond, noteBeyond] = useBeyond();
  const problems = dumpProblems(form);
  const order = dumpOrder(form);
  const change = (part: Partial<DumpForm>): void => setDraft((before) => ({ ...before, ...part }));
  const [problem] = Object.values(problems);
  const name = form.name.trim();
  const filters = isBeyond ? null : dumpFilters(form);
  useEstimate(actor, filters && { filters, fileType: form.fileType, columns: dumpExtrasOf(form) });
  return (
    <FormDialog
      title="Create data file"
      send="Create"
      why={why ?? (isBeyond ? beyondTimes : null) ?? problem ?? whyNoRoom(quota, estimate)}
      isBusy={isBusy}
      failure={refusal}
      isTyped={isBeyond || form.name !== suggestion || hasTyped(began, draft)}
      onSend={() => {
        if (order !== null && !isBeyond) actor.send({ type: 'form.submit', order });
      }}
    >
      <TextField
        autoFocus
        label="Name"
        width="100%"
        autoComplete="off"
        isDisabled={isBusy}
        value={form.name}
        onChange={setTyped}
        onFocus={({ target }) => {
          // Select the suggested name, so that typing replaces it.
          if (typed === null) target.select();
        }}
        description={
          name === '' || problems.name !== undefined ? dumpNameRule : `Saved as ${dumpFileName(name, form.fileType)}.gz`
        }
        {...invalid(name === '' ? null : problems.name)}
      />
      <RadioGroup
        label="Type"
        orientation="horizontal"
        isDisabled={isBusy}
        value={form.fileType}
        onChange={(type) => change({ fileType: type as DumpFileType })}
        description={
          form.fileType === 'OrionTool'
            ? 'Its fixed columns hold fewer digits than a CSV. SQL is not offered: a CSV holds the same contacts.'
            : 'Every stored field; can be imported again. SQL is not offered: a CSV holds the same contacts.'
        }
      >
        <Radio value="CSV">CSV</Radio>
        <Radio value="OrionTool">OrionTool</Radio>
        <Radio value="SQL" isDisabled>
          SQL
        </Radio>
      </RadioGroup>
      <CheckboxGroup
        label="More columns"
        orientation="horizontal"
        isDisabled={isBusy || form.fileType !== 'CSV'}
        value={dumpExtrasOf(form)}
        onChange={(chosen) => change({ columns: dumpExtras.filter((extra) => chosen.includes(extra)) })}
        description={
          form.fileType === 'CSV'
            ? 'Behind the usual columns. The file can still be imported.'
            : 'Only a CSV can have more columns.'
        }
      >
        {dumpExtras.map((extra) => (
          <Checkbox key={extra} value={extra}>
            {dumpExtraNames[extra]}
          </Checkbox>
        ))}
      </CheckboxGroup>
      <div className={styles.range}>
        <TimeFields
          labels={{ from: `From (${times.zone(form.from ?? now())})`, to: `To (${times.zone(form.to ?? now())})` }}
          granularity="second"
          values={form}
          times={times}
          errors={problems}
          onBeyond={noteBeyond}
          onChoose={change}
        />
      </div>
      <Labelled label="Receivers" id="dump-receivers">
        <Button aria-describedby="dump-receivers" aria-haspopup="dialog" isDisabled={isBusy} onPress={() => setChoosing(true)}>
          {form.rxIds === null ? `All receivers (${count})` : `${form.rxIds.length} of ${count} receivers`}
        </Button>
      </Labelled>
      {isChoosing ? (
        <ReceiverChoice chosen={form.rxIds} onChoose={(rxIds) => change({ rxIds })} onClose={() => setChoosing(false)} />
      ) : null}
      <Estimate actor={actor} />
    </FormDialog>
  );
}

/** Returns a suggested name for a file of the form's days, one that no other file has (FILE-15). */
function useSuggestedName(form: DumpForm): string {
  const system = useReadModel(({ account }) => selectedSystem(account)?.commonName ?? '');
  const files = useScreenModel(dumpFilesModel, dumpFilesIn);
  const times = useTimes();
  const taken = (files ?? []).filter(({ deletedTime }) => deletedTime === null).map(({ name }) => name);
  return newDumpName(form, { system, taken, times });
}

/** Requests a new estimate whenever the form's contacts or format change. */
function useEstimate(actor: DownloadPageRef, wish: EstimateWish): void {
  const about = JSON.stringify(wish);
  const ask = useEffectEvent(() => actor.send({ type: 'form.changed', wish }));
  useEffect(() => ask(), [about]);
}

function Estimate({ actor }: Pick<Props, 'actor'>) {
  const isAsking = useSelector(actor, (snapshot) => snapshot.hasTag('estimating'));
  const estimate = useSelector(actor, ({ context }) => context.estimate);
  const failure = useSelector(actor, ({ context }) => context.estimateFailure);
  const text = isAsking
    ? 'Estimating…'
    : estimate !== null
      ? estimateText(estimate)
      : failure === null
        ? '–'
        : `Could not load the estimate: ${failureText(failure, 'the host did not answer')}`;
  return (
    <Labelled label="Size">
      <span role="status">{text}</span>
      {isAsking || failure === null ? null : (
        <SmallRetry failure={failure} onRetry={() => actor.send({ type: 'estimate.retry' })} />
      )}
    </Labelled>
  );
}
