import { Content } from '@adobe/react-spectrum/Content';
import { Dialog } from '@adobe/react-spectrum/Dialog';
import { DialogTrigger } from '@adobe/react-spectrum/DialogTrigger';
import { Button } from './button.tsx';
import { Labelled } from './labelled.tsx';
import { Palette } from './palette.tsx';
import { Swatch } from './swatch.tsx';

type Props = {
  label: string;
  /** The name of the coloured thing, for screen readers. */
  name: string;
  /** `#` and six hex digits. */
  color: string;
  onChange: (color: string) => void;
};

/** A form field for a colour; a press opens the palette beside it. */
export function ColourField({ label, name, color, onChange }: Props) {
  return (
    <Labelled label={label}>
      <DialogTrigger type="popover" placement="bottom start" hideArrow>
        <Button aria-label={`${label} ${color}`}>
          <Swatch color={color} of="receiver" />
          {color}
        </Button>
        {(close) => (
          <Dialog aria-label={label}>
            <Content>
              <Palette
                name={name}
                color={color}
                onChoose={(chosen) => {
                  onChange(chosen);
                  close();
                }}
              />
            </Content>
          </Dialog>
        )}
      </DialogTrigger>
    </Labelled>
  );
}
