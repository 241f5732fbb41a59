import { memo } from 'react';
import { contactTypeName, type Contact } from '../../model/entities/contact.ts';
import { codeText, countText, powerText } from '../../model/text/number-text.ts';
import { type TimeText } from '../../model/time/time-text.ts';
import { groupLabel } from '../../model/live/group-looks.ts';
import { type ReceiverLooks } from '../../model/entities/receiver.ts';
import { Button } from '../controls/button.tsx';
import { Notice } from '../controls/notice.tsx';
import styles from './stream.module.css';

type Props = {
  contacts: readonly Contact[];
  /** How many contacts of the shown time are hidden by the filters. */
  hidden: number;
  /** True while it is unknown whether there are any contacts (LIVE-34). */
  isUnknown: boolean;
  /** The level of the heading of the notice that replaces an empty table. */
  level: 2 | 3;
  receivers: ReceiverLooks;
  times: TimeText;
  onClearFilters: () => void;
};

/**
 * The newest contacts in words and numbers, newest first: the chart's data (LIVE-13, LIVE-22). The roles are
 * written out because some browsers do not treat a row in two lines (LIVE-31) as a table row.
 */
export function LatestContacts(props: Props) {
  const { contacts, hidden, receivers, times } = props;
  if (contacts.length === 0 && props.isUnknown) return <div className={styles.uncounted} aria-busy="true" />;
  if (contacts.length === 0 && hidden > 0) {
    return (
      <Notice
        level={props.level}
        title="The filters hide every contact"
        action={<Button onPress={props.onClearFilters}>Clear filters</Button>}
      >
        {hidden === 1 ? '1 contact was heard in this time.' : `${countText(hidden)} contacts were heard in this time.`}
      </Notice>
    );
  }
  if (contacts.length === 0) {
    return (
      <Notice level={props.level} title="No contacts yet">
        They appear here as receivers hear them.
      </Notice>
    );
  }
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Table of the latest contacts">
      <table role="table" className={`table ${styles.table}`}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Time
            </th>
            <th role="columnheader" scope="col">
              Receiver
            </th>
            <th role="columnheader" scope="col" className="number">
              Antenna
            </th>
            <th role="columnheader" scope="col" className="number">
              Frequency (MHz)
            </th>
            <th role="columnheader" scope="col" className="number">
              Code
            </th>
            <th role="columnheader" scope="col">
              Type
            </th>
            <th role="columnheader" scope="col" className="number">
              Power
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {contacts.map((contact) => {
            const id = idOf(contact);
            return <ContactRow key={id} id={id} contact={contact} receivers={receivers} times={times} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = { id: string; contact: Contact; receivers: ReceiverLooks; times: TimeText };

/** A contact never changes, so its row is drawn once even if the table is redrawn. */
const ContactRow = memo(function ContactRow({ contact, receivers, times }: RowProps) {
  return (
    <tr role="row">
      <td role="cell">{times.clock(contact.ts)}</td>
      <td role="cell">{groupLabel('rxId', contact.rxId, receivers)}</td>
      <td role="cell" className="number">
        {contact.ant}
      </td>
      <td role="cell" className="number">
        {contact.freq.toFixed(3)}
      </td>
      <td role="cell" className="number">
        {codeText(contact)}
      </td>
      <td role="cell">{contactTypeName(contact.type)}</td>
      <td role="cell" className="number">
        {powerText(contact.power)}
      </td>
    </tr>
  );
}, isSameRow);

function isSameRow(one: RowProps, other: RowProps): boolean {
  return one.id === other.id && one.receivers === other.receivers && one.times === other.times;
}

/** Returns a key of all fields that identify a contact (CON-3). */
function idOf({ rxId, ant, ts, freq, code, type, power, n = 0 }: Contact): string {
  return `${rxId} ${ant} ${ts} ${freq} ${code} ${type} ${power} ${n}`;
}
