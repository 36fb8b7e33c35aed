"""What the agent's tests share: plans, a scripted worker and console. No part of the product."""
