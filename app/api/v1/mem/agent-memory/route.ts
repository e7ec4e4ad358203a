import { AgentMemoryBody, AgentMemoryResult } from "@/lib/contract/everme";
import { saveAgentMessages } from "@/lib/everme/write";
import { gateway, gatewayMethods } from "@/lib/http/everme";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = gatewayMethods(
  gateway({ body: AgentMemoryBody, output: AgentMemoryResult }, ({ app, caller, requestId, body }) =>
    saveAgentMessages(app, caller, requestId, body),
  ),
);
