import { partName } from '../../model/config/config-words.ts';
import { type ConfigField, type Section, isField } from '../../model/config/fields.ts';
import { AppliedField } from './applied-field.tsx';
import { BandFields } from './band-fields.tsx';
import type { Editing } from './editing.ts';
import { FieldInput } from './field-input.tsx';
import { TableInput } from './table-input.tsx';
import styles from './receiver-editor.module.css';

/** The fields of a section and its subsections. */
export function SectionFields({ editing, section, path }: { editing: Editing; section: Section; path: string }) {
  const parts = Object.entries(section).map(([name, part]) => ({ name, part, at: `${path}.${name}` }));
  const fields = parts.filter(({ part }) => isField(part) && part.kind !== 'table');
  return (
    <>
      <div className={styles.fields}>
        {fields.map(({ name, part, at }) => (
          <AppliedField key={name} editing={editing} path={at} label={(part as ConfigField).label}>
            <FieldInput editing={editing} field={part as ConfigField} path={at} />
          </AppliedField>
        ))}
      </div>
      {parts.map(({ name, part, at }) => {
        if (isField(part)) {
          if (part.kind !== 'table') return null;
          return (
            <AppliedField key={at} editing={editing} path={at} label={part.label}>
              <TableInput editing={editing} field={part} path={at} />
            </AppliedField>
          );
        }
        if (Array.isArray(part)) return <BandFields key={at} editing={editing} path={at} />;
        return (
          <fieldset key={at} className={styles.group}>
            <legend>{partName(name)}</legend>
            <SectionFields editing={editing} section={part as Section} path={at} />
          </fieldset>
        );
      })}
    </>
  );
}
