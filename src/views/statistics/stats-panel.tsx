import { Checkbox } from '@adobe/react-spectrum/Checkbox';
import { Radio, RadioGroup } from '@adobe/react-spectrum/RadioGroup';
import { TextField } from '@adobe/react-spectrum/TextField';
import { type CalendarDate, parseDate } from '@internationalized/date';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { StatsRequestRef } from '../../machines/stats-request/stats-request-machine.ts';
import { receiverCount } from '../../model/journal/read-models/fleet-selectors.ts';
import {
  firstKnownDay,
  recentUnits,
  statsAddress,
  type StatsQuestion,
  whyNotAsked,
} from '../../model/statistics/stats-question.ts';
import { ChoicePicker } from '../controls/choice-picker.tsx';
import { Button } from '../controls/button.tsx';
import { Card } from '../controls/card.tsx';
import { DateField } from '../controls/date-field.tsx';
import { Greyed } from '../controls/greyed.tsx';
import { Notice } from '../controls/notice.tsx';
import { useReadModel } from '../session/session-actors.tsx';
import { useAddress } from '../session/use-address.ts';
import { useHostHour, useTimes } from '../session/use-host-clock.ts';
import { ReceiverChoice } from './receiver-choice.tsx';
import styles from './stats.module.css';

/** The settings of a request for statistics, and the button that sends it (STAT-9). */
export function StatsPanel({ actor }: { actor: StatsRequestRef }) {
  const draft = useSelector(actor, ({ context }) => context.draft);
  const [{ colorBy }, changeAddress] = useAddress(statsAddress);
  const [isChoosing, setChoosing] = useState(false);
  const count = useReadModel(({ fleet }) => receiverCount(fleet));
  const isLoaded = useReadModel(({ fleet }) => fleet.loaded);
  const change = (part: Partial<StatsQuestion>) => actor.send({ type: 'question.change', part });
  if (isLoaded && count === 0)
    return (
      <Card title="Statistics configuration">
        <Notice level={3} title="No receivers to show" />
      </Card>
    );
  const { rxIds } = draft;
  return (
    <Card title="Statistics configuration">
      <form
        className="wrap align-end gap-8-16"
        onSubmit={(event) => {
          event.preventDefault();
          actor.send({ type: 'stats.request' });
        }}
      >
        <RadioGroup
          label="Time"
          orientation="horizontal"
          value={draft.timeSelect}
          onChange={(value) => change({ timeSelect: value as StatsQuestion['timeSelect'] })}
        >
          <Radio value="recent">Recent</Radio>
          <Radio value="range">Range</Radio>
        </RadioGroup>
        {draft.timeSelect === 'recent' ? <Recent draft={draft} change={change} /> : <Days draft={draft} change={change} />}
        <div className="stack gap-4">
          <span className="quiet small" id="stats-receivers">
            Receivers
          </span>
          <Button aria-describedby="stats-receivers" aria-haspopup="dialog" onPress={() => setChoosing(true)}>
            {rxIds === null ? `All receivers (${count})` : `${rxIds.length} of ${count} receivers`}
          </Button>
        </div>
        <ChoicePicker
          label="Colour by"
          width="size-1600"
          items={[
            { id: 'receiver', name: 'Receiver' },
            { id: 'site', name: 'Site' },
          ]}
          value={colorBy}
          onChoose={(chosen) => changeAddress((before) => ({ ...before, colorBy: chosen }), 'replace')}
        />
        <Checkbox isSelected={draft.noise === 'without'} onChange={(isOut) => change({ noise: isOut ? 'without' : 'with' })}>
          Exclude noise
        </Checkbox>
        <div className={styles.request}>
          <Greyed why={whyNotAsked(draft)}>
            <Button rank="primary" type="submit">
              Request Stats
            </Button>
          </Greyed>
        </div>
      </form>
      {isChoosing ? (
        <ReceiverChoice chosen={rxIds} onChoose={(chosen) => change({ rxIds: chosen })} onClose={() => setChoosing(false)} />
      ) : null}
    </Card>
  );
}

type PartProps = { draft: StatsQuestion; change: (part: Partial<StatsQuestion>) => void };

function Recent({ draft: { recentAmount, recentUnit }, change }: PartProps) {
  return (
    <>
      <TextField
        label="Amount"
        width="size-1000"
        inputMode="numeric"
        maxLength={8}
        value={recentAmount === null ? '' : String(recentAmount)}
        {...(recentAmount === null || recentAmount === 0 ? { validationState: 'invalid' } : {})}
        onChange={(text) => {
          // Accepts whole numbers only, and takes their absolute value.
          if (/^-?\d*$/.test(text)) change({ recentAmount: /\d/.test(text) ? Math.abs(Number(text)) : null });
        }}
      />
      <ChoicePicker
        label="Unit"
        width="size-1600"
        items={recentUnits.map((id) => ({ id, name: `${id.charAt(0).toUpperCase()}${id.slice(1)}s` }))}
        value={recentUnit}
        onChoose={(unit) => change({ recentUnit: unit })}
      />
    </>
  );
}

function Days({ draft: { from, to }, change }: PartProps) {
  const times = useTimes();
  const hour = useHostHour();
  const today = parseDate(times.stamp(hour).slice(0, 10));
  const day = (text: string | null): CalendarDate | null => (text === null ? null : parseDate(text));
  const isReversed = from !== null && to !== null && from > to;
  return (
    <>
      {(['from', 'to'] as const).map((end) => (
        <DateField<CalendarDate>
          key={end}
          label={end === 'from' ? 'First day' : 'Last day'}
          granularity="day"
          value={day(end === 'from' ? from : to)}
          least={parseDate(firstKnownDay)}
          most={today}
          placeholder={today}
          error={isReversed && end === 'from' ? 'The first day is after the last' : undefined}
          onChoose={(chosen) => change({ [end]: chosen?.toString() ?? null })}
        />
      ))}
    </>
  );
}
