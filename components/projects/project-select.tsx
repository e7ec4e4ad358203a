/** A choice among projects, the first entry standing for none or for all of them. */
import { Field, Select } from "../ui/field";

export interface OtherProject {
  id: number;
  /** Told apart by the key where two share a name. */
  label: string;
}

interface ProjectSelectProps {
  id: string;
  label: string;
  /** 0 = the first entry. */
  value: number;
  /** What 0 says. */
  first: string;
  others: OtherProject[];
  onChoose: (id: number) => void;
}

export function ProjectSelect({ id, label, value, first, others, onChoose }: ProjectSelectProps) {
  return (
    <Field id={id} label={label}>
      <Select
        id={id}
        aria-describedby={`${id}-note`}
        className="w-full max-w-full sm:max-w-full"
        value={value}
        onChange={(event) => onChoose(Number(event.target.value))}
      >
        <option value={0}>{first}</option>
        {others.map((other) => (
          <option key={other.id} value={other.id}>
            {other.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
