import { contactTypeName, type Contact } from '../../model/entities/contact.ts';
import { codeText, powerText, type TimeText } from '../../model/live/contact-text.ts';
import { groupLabel, type ReceiverLooks } from '../../model/live/group-looks.ts';
import { Notice } from '../controls/notice.tsx';
import styles from './stream.module.css';

/** The newest contacts in words and numbers, newest first: the same data as the chart's. */
export function LatestContacts(props: { contacts: readonly Contact[]; receivers: ReceiverLooks; times: TimeText }) {
  if (props.contacts.length === 0) {
    return (
      <Notice level={3} title="No contacts yet">
        They appear here as receivers hear them.
      </Notice>
    );
  }
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Table of the latest contacts">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Receiver</th>
            <th scope="col" className={styles.number}>
              Antenna
            </th>
            <th scope="col" className={styles.number}>
              Frequency (MHz)
            </th>
            <th scope="col" className={styles.number}>
              Code
            </th>
            <th scope="col">Type</th>
            <th scope="col" className={styles.number}>
              Power
            </th>
          </tr>
        </thead>
        <tbody>
          {props.contacts.map((contact) => (
            <tr
              key={`${contact.rxId} ${contact.ant} ${contact.ts} ${contact.freq} ${contact.code} ${contact.power} ${contact.n ?? 0}`}
            >
              <td>{props.times.clock(contact.ts)}</td>
              <td>{groupLabel('rxId', contact.rxId, props.receivers)}</td>
              <td className={styles.number}>{contact.ant}</td>
              <td className={styles.number}>{contact.freq.toFixed(3)}</td>
              <td className={styles.number}>{codeText(contact)}</td>
              <td>{contactTypeName(contact.type)}</td>
              <td className={styles.number}>{powerText(contact.power)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
