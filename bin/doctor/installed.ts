/** What is installed and built, for doctor and for set-up. */
import { checkPrograms } from "../../lib/checks/programs";
import type { CheckFinding } from "../../lib/contract/checks";

export const installedFindings = (root: string, modelDir: string): Promise<CheckFinding[]> =>
  checkPrograms(root, modelDir);
