import type { DraftDifference } from '../../model/receiver-editor/draft.ts';
import styles from './receiver-editor.module.css';

/** Shows where two configurations differ, side by side. `before` and `after` head the columns. */
export function Compared(props: { differences: readonly DraftDifference[]; before: string; after: string }) {
  return (
    <table className={styles.compared}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{props.before}</th>
          <th scope="col">{props.after}</th>
        </tr>
      </thead>
      <tbody>
        {props.differences.map(({ path, label, before, after }) => (
          <tr key={path}>
            <th scope="row">{label}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
