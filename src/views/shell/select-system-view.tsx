import type { System } from '../../model/entities/system.ts';
import { PageHeading } from '../controls/arrival.tsx';
import { Brand } from './brand.tsx';
import styles from './screens.module.css';
import { SystemList } from './system-list.tsx';

/** SYS-5, NAV-9: the select-system screen, for a person whose current system is not known. */
export default function SelectSystemView(props: { systems: readonly System[]; onChoose: (mitasId: string) => void }) {
  return (
    <div className={styles.screen}>
      <section className={styles.choose}>
        <PageHeading className={styles.chooseTitle}>
          <Brand className={styles.brand} />
        </PageHeading>
        <p className="quiet below-16">Choose the system to connect to</p>
        <SystemList systems={props.systems} current={null} onChoose={props.onChoose} />
      </section>
    </div>
  );
}
