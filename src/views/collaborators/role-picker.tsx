import { Item, Picker } from '@adobe/react-spectrum/Picker';
import { Text } from '@adobe/react-spectrum/Text';
import { useState } from 'react';
import { type SystemRoleId, systemRoles } from '../../model/entities/role.ts';
import { roleChoice } from '../../model/people/rank.ts';
import { DialogHolder } from '../controls/dialog-holder.tsx';
import { ConfirmDialog } from '../controls/form-dialog.tsx';

type Props = {
  /** The role of the person who chooses. */
  own: number;
  role: number;
  label: string;
  /** In a table, the label is only for screen readers. */
  isInTable?: boolean;
  isDisabled: boolean;
  onChoose: (role: SystemRoleId) => void;
};

/**
 * Picks a role for a person. Roles above the chooser's own are greyed; the chooser's own role must be
 * confirmed (ROLE-11).
 */
export function RolePicker({ own, role, label, isInTable = false, isDisabled, onChoose }: Props) {
  const [asked, setAsked] = useState<SystemRoleId | null>(null);
  const choose = (to: SystemRoleId): void => {
    if (to !== role) (roleChoice(own, to) === 'asked' ? setAsked : onChoose)(to);
  };
  const close = (): void => setAsked(null);
  return (
    <>
      <Picker
        {...(isInTable ? { 'aria-label': label } : { label })}
        width={isInTable ? 'size-2000' : '100%'}
        isDisabled={isDisabled}
        items={systemRoles.map((each) => ({ ...each, id: String(each.id) }))}
        disabledKeys={systemRoles.filter(({ id }) => roleChoice(own, id) === 'barred').map(({ id }) => String(id))}
        selectedKey={String(role)}
        onSelectionChange={(key) => choose(Number(key) as SystemRoleId)}
      >
        {({ name, description }) => (
          <Item textValue={name}>
            <Text>{name}</Text>
            <Text slot="description">{description}</Text>
          </Item>
        )}
      </Picker>
      <DialogHolder onDismiss={close}>
        {asked === null ? null : (
          <ConfirmDialog
            title="Permanently promote?"
            confirm="Promote"
            onClose={close}
            onConfirm={() => {
              close();
              onChoose(asked);
            }}
          >
            <p>
              Once you promote someone to your level, you will not be able to demote them. Someone with higher account rights will
              have to, continue?
            </p>
          </ConfirmDialog>
        )}
      </DialogHolder>
    </>
  );
}
