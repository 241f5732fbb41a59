import { Checkbox } from '@adobe/react-spectrum/Checkbox';
import { CheckboxGroup } from '@adobe/react-spectrum/CheckboxGroup';
import { useState } from 'react';
import * as v from 'valibot';
import { optionalNumber } from '../../model/config/typed-values.ts';
import { allAntennas } from '../../model/entities/contact.ts';
import { problemsOf } from '../../model/forms/form-problems.ts';
import { hasTyped } from '../../model/forms/typed.ts';
import { type AggregateFilter, aggregateFilterSchema, type WholeFilter } from '../../model/statistics/aggregate-filter.ts';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { FormDialog } from '../controls/form-dialog.tsx';
import { NumberInput } from '../controls/number-input.tsx';

type Props = { filter: WholeFilter; onSubmit: (filter: WholeFilter) => void; onClose: () => void };

const labels = {
  codes: 'Group Codes By',
  khz: 'Group Frequencies By (kHz)',
  hours: 'Aggregate Over Past (hours)',
  code: 'Only Code',
  freq: 'Only Frequency (MHz)',
} as const satisfies Record<Exclude<keyof AggregateFilter, 'ants'>, string>;

/** Chooses which contacts Home's aggregate includes (STAT-10). */
export function AggregateDialog({ filter, onSubmit, onClose }: Props) {
  const [values, setValues] = useState<AggregateFilter>(filter);
  const problems = problemsOf(aggregateFilterSchema, values);
  return (
    <DialogHolder onDismiss={onClose}>
      <FormDialog
        title="Filter"
        send="Submit"
        why={Object.values(problems)[0] ?? null}
        isTyped={hasTyped<AggregateFilter>(filter, values)}
        onSend={() => onSubmit(v.parse(aggregateFilterSchema, values))}
      >
        {(Object.keys(labels) as (keyof typeof labels)[]).map((field) => (
          <NumberInput
            key={field}
            label={labels[field]}
            step={field === 'freq' ? 0.001 : 1}
            isWhole={field !== 'freq'}
            value={values[field]}
            problem={problems[field]}
            onChange={(value, text) => setValues((before) => ({ ...before, [field]: optionalNumber(value, text) }))}
          />
        ))}
        <CheckboxGroup
          label="Only Antennas"
          orientation="horizontal"
          value={values.ants.map(String)}
          onChange={(chosen) =>
            setValues((before) => ({ ...before, ants: allAntennas.filter((ant) => chosen.includes(String(ant))) }))
          }
        >
          {allAntennas.map((ant) => (
            <Checkbox key={ant} value={String(ant)}>
              {ant}
            </Checkbox>
          ))}
        </CheckboxGroup>
      </FormDialog>
    </DialogHolder>
  );
}
