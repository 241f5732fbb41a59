import { sourceName } from '../../model/entities/contact-source.ts';
import { roles } from '../../model/entities/role.ts';
import type { System } from '../../model/entities/system.ts';
import { offName } from '../../model/entities/system-facts.ts';
import { ChevronIcon } from './shell-icons.tsx';
import { CheckIcon } from '../controls/tool-icons.tsx';
import styles from './system-list.module.css';

/**
 * The systems a person belongs to, with their role in each. Plain buttons: Spectrum's ListBox weighs 24.7
 * KiB, which a person who must choose after login would wait for.
 */
export function SystemList(props: { systems: readonly System[]; current: string | null; onChoose: (mitasId: string) => void }) {
  if (props.systems.length === 0) {
    return <p className="quiet">You do not belong to any system yet. An administrator can add you.</p>;
  }
  return (
    <ul className={styles.list}>
      {props.systems.map((system) => {
        const active = system.mitasId === props.current;
        // Search all roles, because `systemRoles` lacks the operator's.
        const role = roles.find(({ id }) => id === system.RoleId)?.name;
        return (
          <li key={system.mitasId}>
            <button
              type="button"
              className={styles.item}
              aria-current={active ? 'true' : undefined}
              onClick={() => props.onChoose(system.mitasId)}
            >
              <span className="narrows">
                <span className={styles.name}>{system.commonName}</span>
                <span className={styles.role}>
                  {[role, sourceName(system), offName(system), active ? 'Currently connected' : undefined]
                    .filter(Boolean)
                    .join(' ·\u00a0')}
                </span>
              </span>
              {active ? <CheckIcon /> : <ChevronIcon />}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
